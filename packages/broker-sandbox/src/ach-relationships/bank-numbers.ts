/** Federal Reserve districts, their thrift (+20) and electronic (+60) twins, the Treasury, and traveller's cheques. */
const isDistrict = (prefix: number): boolean =>
  prefix <= 12 || (prefix >= 21 && prefix <= 32) || (prefix >= 61 && prefix <= 72) || prefix === 80;

/** ABA routing number: nine digits, a prefix in use, and the weights 3, 7, 1 sum to a multiple of ten. */
export const isRoutingNumber = (text: string): boolean => {
  if (!/^\d{9}$/.test(text) || text === '000000000' || !isDistrict(Number(text.slice(0, 2)))) return false;
  const sum = [...text].reduce(
    (total, digit, index) => total + Number(digit) * ([3, 7, 1][index % 3] ?? 0),
    0,
  );
  return sum % 10 === 0;
};

/** A bank account number: 4 to 17 letters and digits. */
export const isAccountNumber = (text: string): boolean => /^[0-9A-Za-z]{4,17}$/.test(text);

/** `000123456789` is kept as `XXXXXXXX6789`. */
export const maskedNumber = (text: string): string => text.slice(0, -4).replace(/./g, 'X') + text.slice(-4);
