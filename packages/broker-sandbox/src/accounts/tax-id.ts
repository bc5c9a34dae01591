const allSame = (text: string): boolean => /^(.)\1*$/.test(text);

/** Nine digits that the Social Security Administration could have given out, or the Revenue Service for an ITIN. */
const isUnitedStatesNumber = (taxId: string): boolean => {
  const digits = taxId.replaceAll('-', '');
  if (!/^\d{9}$/.test(digits) || allSame(digits)) return false;
  if (digits === '123456789' || digits === '987654321') return false;
  const [area, group, serial] = [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)];
  return area !== '000' && area !== '666' && group !== '00' && serial !== '0000';
};

/** Alpaca's rules for tax ids (docs.alpaca.markets, "Data Validations"). */
export const isTaxId = (taxId: string, type: string): boolean => {
  if (type === 'USA_SSN' || type === 'USA_ITIN') return isUnitedStatesNumber(taxId);
  return taxId.length > 1 && !allSame(taxId);
};
