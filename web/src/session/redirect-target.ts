const key = 'redirect_target';

/** Accepts only addresses inside the app: `//elsewhere` would leave it. */
const isOurs = (address: string | null): address is string => /^\/(?![/\\])/.test(address ?? '');

/** Remembers where a person was going when they had to sign in. */
export const saveRedirectTarget = (address: string): void => {
  if (isOurs(address)) sessionStorage.setItem(key, address);
};

/** Returns and clears the saved URL; home when there is none. */
export const takeRedirectTarget = (): string => {
  const saved = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return isOurs(saved) ? saved : '/';
};
