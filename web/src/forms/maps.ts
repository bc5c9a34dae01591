import { query } from '../api/browser-client.js';
import type { Suggestion } from './form-field.js';

/**
 * The used part of the provider's script:
 * https://developers.google.com/maps/documentation/javascript/place-autocomplete-data
 */
interface AddressPart {
  readonly longText: string;
  readonly shortText: string;
  readonly types: readonly string[];
}
interface Prediction {
  readonly text: { toString(): string };
  toPlace(): {
    fetchFields(asked: {
      fields: string[];
    }): Promise<{ place: { addressComponents?: readonly AddressPart[] } }>;
  };
}
interface Places {
  readonly AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(asked: {
      input: string;
      includedRegionCodes: string[];
    }): Promise<{ suggestions: readonly { placePrediction: Prediction | null }[] }>;
  };
}
interface MapsWindow {
  google?: { maps?: { importLibrary(name: 'places'): Promise<Places> } };
  gm_authFailure?: () => void;
  groundswellMapsLoaded?: () => void;
}

const page = window as MapsWindow;
let opening: Promise<Places | undefined> | undefined;

/** The provider reports it once per page: later callers are notified too. */
let keyIsRefused = false;
const listeners = new Set<() => void>();
const refuseKey = () => {
  keyIsRefused = true;
  for (const listener of listeners) listener();
};

const load = (scriptUrl: string, key: string): Promise<Places> =>
  new Promise<void>((resolve, reject) => {
    const address = new URL(scriptUrl);
    page.groundswellMapsLoaded = resolve;
    page.gm_authFailure = refuseKey;
    for (const [name, value] of Object.entries({ key, loading: 'async', callback: 'groundswellMapsLoaded' }))
      address.searchParams.set(name, value);
    const script = document.createElement('script');
    script.src = address.href;
    script.onerror = () => {
      script.remove();
      reject(new Error('The maps script failed to load.'));
    };
    document.head.append(script);
  }).then(() => {
    if (!page.google?.maps) throw new Error('The maps script holds no maps.');
    return page.google.maps.importLibrary('places');
  });

const open = async (): Promise<Places | undefined> => {
  const { maps_script_url: scriptUrl, maps_key: key } = (await query('getMapsOptions')).data;
  return scriptUrl && key ? load(scriptUrl, key) : undefined;
};

/**
 * The provider's places, loaded once per page; undefined when no provider is configured or it refuses the key.
 * After a failure the next caller tries again.
 */
export const openPlaces = async (): Promise<Places | undefined> => {
  opening ??= open().catch((failure: unknown) => {
    opening = undefined;
    throw failure;
  });
  const places = await opening;
  return keyIsRefused ? undefined : places;
};

/**
 * Calls back when the provider refuses the key, immediately if it has; returns the function that
 * unsubscribes.
 */
export const onKeyRefused = (listener: () => void): (() => void) => {
  if (keyIsRefused) listener();
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Values of the address fields, by their names in the trading account. */
const fieldsOf = (parts: readonly AddressPart[]): Record<string, string> => {
  const part = (type: string) => parts.find(({ types }) => types.includes(type));
  const street = [part('street_number')?.longText, part('route')?.longText].filter(Boolean).join(' ');
  const found = {
    street_address: street,
    city: part('locality')?.longText ?? part('postal_town')?.longText,
    state: part('administrative_area_level_1')?.shortText,
    zip_code: part('postal_code')?.longText,
  };
  return Object.fromEntries(Object.entries(found).filter((entry): entry is [string, string] => !!entry[1]));
};

/** US addresses that begin with the typed text. Choosing one fills in street, city, state and ZIP code. */
export const findAddresses = async (places: Places, input: string): Promise<readonly Suggestion[]> => {
  const { suggestions } = await places.AutocompleteSuggestion.fetchAutocompleteSuggestions({
    input,
    includedRegionCodes: ['us'],
  });
  return suggestions.flatMap(({ placePrediction }) =>
    placePrediction
      ? [
          {
            value: placePrediction.text.toString(),
            text: '',
            details: async () => {
              const { place } = await placePrediction
                .toPlace()
                .fetchFields({ fields: ['addressComponents'] });
              return fieldsOf(place.addressComponents ?? []);
            },
          },
        ]
      : [],
  );
};
