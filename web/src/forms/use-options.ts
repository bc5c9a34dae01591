import { useEffect, useState } from 'react';
import { getFrom } from '../api/browser-client.js';
import type { Option } from './form-field.js';

interface Options {
  readonly list: readonly Option[];
  readonly failed: boolean;
}

const isOption = (value: unknown): value is Option =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;

/** The given options, or those loaded from an address. */
export const useOptions = (given: readonly Option[] | undefined, url: string | undefined): Options => {
  const [loaded, setLoaded] = useState<Options>({ list: [], failed: false });
  useEffect(() => {
    if (!url) return undefined;
    const leaving = new AbortController();
    getFrom(url, leaving.signal)
      .then((body) => setLoaded({ list: Array.isArray(body) ? body.filter(isOption) : [], failed: false }))
      .catch(() => !leaving.signal.aborted && setLoaded({ list: [], failed: true }));
    return () => leaving.abort();
  }, [url]);
  return given ? { list: given, failed: false } : loaded;
};
