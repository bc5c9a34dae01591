import { query } from '../../api/browser-client.js';
import type { Suggestion } from '../../forms/form-field.js';

/** What the broker trades under some letters, as tickers: choosing one fills in the company too. */
export const findTickers = async (search: string): Promise<Suggestion[]> => {
  const { data } = await query('findAssets', { query: { search } });
  return data.map(({ symbol, company_name }) => ({
    value: symbol,
    text: company_name,
    fills: { company_name },
  }));
};

/** The same by company: choosing one fills in the ticker. */
export const findCompanies = async (search: string): Promise<Suggestion[]> => {
  const { data } = await query('findAssets', { query: { search } });
  return data.map(({ symbol, company_name }) => ({
    value: company_name,
    text: symbol,
    fills: { stock_symbol: symbol },
  }));
};
