import type { Problem } from '@groundswell/contracts';
import type { Asset, Encoding, Site } from './site.js';
import { reportPath } from './violations.js';

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly acceptEncoding: string;
  readonly ifNoneMatch: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A short text, never cached. */
export const plain = (status: number, text: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: `${text}\n`,
});

/** Letters of a header that are looked at: browsers send thirty. */
const mostAccepted = 200;

const encodingOf = (accepted: string, asset: Asset): Encoding => {
  const offered = accepted
    .slice(0, mostAccepted)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]);
  return (['br', 'gzip'] as const).find((name) => offered.includes(name) && asset.bodies[name]) ?? 'identity';
};

const serve = (question: Question, asset: Asset): Answer => {
  const headers = {
    'content-type': asset.type,
    'cache-control': asset.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: asset.etag,
    vary: 'Accept-Encoding',
  };
  if (question.ifNoneMatch === asset.etag) return { status: 304, headers };
  const encoding = encodingOf(question.acceptEncoding, asset);
  const body = asset.bodies[encoding];
  if (!body) return plain(500, 'This file cannot be read.');
  return {
    status: 200,
    headers: {
      ...headers,
      'content-length': String(body.length),
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
    body,
  };
};

/** For monitoring programs, which must not get the app's document as an answer. */
const isForPrograms = (path: string) => path === '/metrics' || path.startsWith('/metrics/');

const nothingThere = (): Answer => {
  const message = 'There is nothing at this address.';
  const problem: Problem = {
    type: 'about:blank',
    title: message,
    status: 404,
    code: 'NotFound',
    error: message,
  };
  return {
    status: 404,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(problem),
  };
};

/** A path whose last part has an extension is a file; every other one is a screen of the app. */
const asksForFile = (path: string) => path.startsWith('/assets/') || /\.[a-z0-9]{2,5}$/i.test(path);

/** The web server's response to a request. */
export const answer = (site: Site, question: Question): Answer => {
  if (question.path === '/health/live' || question.path === '/health/ready')
    return {
      status: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: '{"status":"ok"}',
    };
  if (question.method !== 'GET' && question.method !== 'HEAD')
    return plain(405, 'Only GET and HEAD are answered here.', { allow: 'GET, HEAD' });
  if (isForPrograms(question.path)) return nothingThere();
  const asset = site.assets.get(question.path);
  if (asset) return serve(question, asset);
  if (asksForFile(question.path)) return plain(404, 'There is no such file.');
  return serve(question, site.page);
};

const reportGroup = 'policy';

/** URLs of third-party scripts that the app may load; undefined where not configured. */
export interface ForeignScripts {
  /**
   * Google sign-in: this one file may run, connect to and frame its own origin. Its window has to be able to
   * answer, which an isolated page (COOP) does not allow.
   */
  readonly signInScript?: string | undefined;
  /**
   * Completes addresses. It loads more scripts, so its whole origin may run, and it requests data from further
   * origins.
   */
  readonly mapsScript?: string | undefined;
}

/** Where Google's maps script looks up places; another provider, or a stand-in, uses its script's origin. */
const placesOf = (mapsScript: string): readonly string[] => {
  const { origin, hostname } = new URL(mapsScript);
  return hostname === 'maps.googleapis.com' ? [origin, 'https://places.googleapis.com'] : [origin];
};

/** Sent with every response. Allows scripts from this site's files, and the document's inline script by hash. */
export const securityHeaders = (
  site: Site,
  { signInScript, mapsScript }: ForeignScripts = {},
): Readonly<Record<string, string>> => {
  const signInOrigin = signInScript ? [new URL(signInScript).origin] : [];
  const mapsOrigin = mapsScript ? [new URL(mapsScript).origin] : [];
  const scripts = ["'self'", ...site.scriptHashes, ...(signInScript ? [signInScript] : []), ...mapsOrigin];
  const asked = ["'self'", ...signInOrigin, ...(mapsScript ? placesOf(mapsScript) : [])];
  return {
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${scripts.join(' ')}`,
      ...signInOrigin.map((origin) => `frame-src ${origin}`),
      "style-src 'self'",
      "font-src 'self'",
      "img-src 'self' data: blob: https:",
      `connect-src ${asked.join(' ')}`,
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      // The same report in both formats: not every browser knows the newer one, and browsers that know both
      // use it.
      `report-uri ${reportPath}`,
      `report-to ${reportGroup}`,
    ].join('; '),
    'reporting-endpoints': `${reportGroup}="${reportPath}"`,
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': signInScript ? 'same-origin-allow-popups' : 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'x-frame-options': 'DENY',
  };
};
