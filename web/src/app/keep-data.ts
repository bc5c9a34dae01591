import type { ShouldRevalidateFunctionArgs } from 'react-router-dom';

/** Data is read again when one of these search parameters changes; the others only select what is shown. */
export const keepUnlessChanged =
  (...names: readonly string[]) =>
  ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean => {
    const sameScreen = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
    if (!sameScreen) return defaultShouldRevalidate;
    return names.some((name) => currentUrl.searchParams.get(name) !== nextUrl.searchParams.get(name));
  };
