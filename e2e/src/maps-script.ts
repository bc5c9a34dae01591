/** Replaces the maps provider's script: the same calls, one address, and one invalid key. */
export const mapsScript = `(() => {
  const { searchParams } = new URL(document.currentScript.src);
  const parts = [['street_number', '1600', '1600'], ['route', 'Amphitheatre Parkway', 'Amphitheatre Pkwy'],
    ['locality', 'Mountain View', 'Mountain View'], ['administrative_area_level_1', 'California', 'CA'],
    ['postal_code', '94043', '94043']].map(([type, longText, shortText]) => ({ types: [type], longText, shortText }));
  const placePrediction = {
    text: { toString: () => '1600 Amphitheatre Parkway, Mountain View, CA' },
    toPlace: () => ({
      fetchFields: async () => {
        await window.detailsHeld;
        return { place: { addressComponents: parts } };
      },
    }),
  };
  const fetchAutocompleteSuggestions = async ({ input }) => {
    if (searchParams.get('key') === 'bad') throw new Error('denied');
    return { suggestions: placePrediction.text.toString().startsWith(input) ? [{ placePrediction }] : [] };
  };
  window.google = { maps: { importLibrary: async () => ({ AutocompleteSuggestion: { fetchAutocompleteSuggestions } }) } };
  window[searchParams.get('callback')]();
  if (searchParams.get('key') === 'bad') setTimeout(() => window.gm_authFailure());
})();`;
