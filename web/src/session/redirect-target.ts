const key = 'redirect_target';

/** Only an address inside the app: `//elsewhere` would leave it. */
const isOurs = (address: string | null): address is string => /^\/(?![/\\])/.test(address ?? '');

/** Remembers where someone was going when they were asked to sign in. */
export const saveRedirectTarget = (address: string): void => {
  if (isOurs(address)) sessionStorage.setItem(key, address);
};

/** The saved address, cleared by reading it; home when there is none. */
export const takeRedirectTarget = (): string => {
  const saved = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return isOurs(saved) ? saved : '/';
};
