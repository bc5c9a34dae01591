import { describe, expect, it } from 'vitest';
import { ageOn, bankAccountNumberPattern, routingNumberIsValid, ssnIsValid } from './numbers.js';

describe('a Social Security number', () => {
  it.each(['536228726', '001010001', '665123456', '899999998'])('may be %s', (digits) => {
    expect(ssnIsValid(digits)).toBe(true);
  });

  it.each([
    ['its area was never given out', '000123456'],
    ['its area was never given out', '666554321'],
    ['it is a tax number of somebody else', '912345678'],
    ['its group is 00', '123006789'],
    ['its serial is 0000', '123450000'],
    ['it was printed on advertisements', '078051120'],
    ['it was printed on advertisements', '219099999'],
    ['all digits are the same', '555555555'],
    ['its digits are in a row', '123456789'],
    ['it is too short', '53622872'],
    ['it is too long', '5362287261'],
    ['it is not of digits', '53622872x'],
  ])('is refused when %s: %s', (_why, digits) => {
    expect(ssnIsValid(digits)).toBe(false);
  });
});

describe('a routing number', () => {
  it.each(['121000358', '021000021', '011401533', '322271627'])('may be %s', (digits) => {
    expect(routingNumberIsValid(digits)).toBe(true);
  });

  it('has a prefix that was given out', () => {
    const withPrefix = (prefix: number) => {
      const digits = `${String(prefix).padStart(2, '0')}000001`;
      const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * Number('371'[at % 3]), 0);
      return `${digits}${(10 - (sum % 10)) % 10}`;
    };
    const valid = Array.from({ length: 100 }, (_, prefix) => prefix).filter((prefix) =>
      routingNumberIsValid(withPrefix(prefix)),
    );
    const range = (from: number, to: number) =>
      Array.from({ length: to - from + 1 }, (_, index) => from + index);
    expect(valid).toEqual([...range(1, 12), ...range(21, 32), ...range(61, 72), 80]);
    for (const wrong of ['x121000358', '1210003580', '12100035'])
      expect(routingNumberIsValid(wrong)).toBe(false);
  });

  it('is refused when any one digit is wrong', () => {
    const right = '121000358';
    for (const [place] of [...right].entries()) {
      for (const digit of '0123456789') {
        const wrong = right.slice(0, place) + digit + right.slice(place + 1);
        if (wrong !== right) expect([wrong, routingNumberIsValid(wrong)]).toEqual([wrong, false]);
      }
    }
  });

  it.each(['000000000', '500000005', '990000007', '12100035', '1210003588', '12100035a'])(
    'is never %s',
    (digits) => {
      expect(routingNumberIsValid(digits)).toBe(false);
    },
  );
});

it('knows how many digits an account number has', () => {
  expect(['1234', '12345678901234567'].every((digits) => bankAccountNumberPattern.test(digits))).toBe(true);
  expect(['123', '123456789012345678', '12a4'].some((digits) => bankAccountNumberPattern.test(digits))).toBe(
    false,
  );
});

describe('an age', () => {
  it.each([
    ['2008-11-20', '2026-11-19', 17],
    ['2008-11-20', '2026-11-20', 18],
    ['2008-02-29', '2026-02-28', 17],
    ['2008-02-29', '2026-03-01', 18],
    ['2027-01-01', '2026-11-20', -1],
  ])('of a person born on %s is, on %s, %i', (born, day, age) => {
    expect(ageOn(born, day)).toBe(age);
  });
});
