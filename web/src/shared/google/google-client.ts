import { ApiError } from '../../api/api-error.js';

/** A failure in Google's own words. */
export class GoogleError extends Error {}

/** The used part of Google's script: https://developers.google.com/identity/oauth2/web/reference/js-reference */
interface Provider {
  readonly accounts: {
    readonly oauth2: {
      initTokenClient(settings: {
        client_id: string;
        scope: string;
        callback: (answer: { access_token?: string; error?: string; error_description?: string }) => void;
        error_callback: (error: { message?: string; type?: string }) => void;
      }): { requestAccessToken(): void };
    };
  };
}

interface Outcome {
  readonly onToken: (accessToken: string) => void;
  readonly onFailure: (failure: GoogleError) => void;
}

const provider = (): Provider | undefined => (window as { google?: Provider }).google;

export const unreachable = () =>
  new ApiError({
    status: 0,
    code: 'GoogleUnreachable',
    error: 'We can’t reach Google. Check your connection and your content blocker, then try again.',
  });

const loadScript = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(unreachable());
    };
    document.head.append(script);
  });

/**
 * Loads Google's script, once per page, and starts its token client for scope `email`. Returns a function that asks
 * the person; rejects when the client cannot be started.
 */
export const startGoogle = async (
  { clientId, scriptUrl }: { clientId: string; scriptUrl: string },
  { onToken, onFailure }: Outcome,
): Promise<() => void> => {
  if (!provider()) await loadScript(scriptUrl);
  const client = provider()?.accounts.oauth2.initTokenClient({
    client_id: clientId,
    scope: 'email',
    callback: ({ access_token, error, error_description }) =>
      access_token
        ? onToken(access_token)
        : onFailure(new GoogleError(error_description ?? error ?? 'Google couldn’t sign you in.')),
    error_callback: ({ message, type }) =>
      onFailure(new GoogleError(message ?? type ?? 'Google couldn’t sign you in.')),
  });
  if (!client) throw new Error('The script of Google holds no client.');
  return () => client.requestAccessToken();
};
