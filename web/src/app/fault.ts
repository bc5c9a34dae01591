import { isRouteErrorResponse } from 'react-router-dom';
import { ApiError } from '../api/api-error.js';

export interface Fault {
  readonly status?: number;
  readonly text: string;
  readonly reference?: string | undefined;
  /** Whether the page itself failed to load, so that a retry may help. */
  readonly isMissingPage?: boolean;
}

/** Messages of browsers and our bundler when a part of the site could not be fetched. */
const notFetched = /preload CSS|dynamically imported module|module script/i;

/** Status and text of anything a route threw. */
export const faultOf = (error: unknown): Fault => {
  if (isRouteErrorResponse(error))
    return { status: error.status, text: error.statusText || String(error.data) };
  if (error instanceof ApiError)
    return {
      ...(error.status && { status: error.status }),
      text: error.message,
      reference: error.correlationId,
    };
  if (!(error instanceof Error)) return { text: 'Unknown error' };
  if (!notFetched.test(error.message)) return { text: error.message };
  return {
    text: 'We couldn’t load this page. Check your connection and try again.',
    isMissingPage: true,
  };
};
