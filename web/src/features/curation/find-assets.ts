import { query } from '../../api/browser-client.js';
import type { Suggestion } from '../../forms/form-field.js';

/** The broker's assets that match some letters, as tickers. Choosing one also fills in the company. */
export const findTickers = async (search: string): Promise<Suggestion[]> => {
  const { data } = await query('findAssets', { query: { search } });
  return data.map(({ symbol, company_name }) => ({
    value: symbol,
    text: company_name,
    fills: { company_name },
  }));
};

/** The same by company. Choosing one fills in the ticker. */
export const findCompanies = async (search: string): Promise<Suggestion[]> => {
  const { data } = await query('findAssets', { query: { search } });
  return data.map(({ symbol, company_name }) => ({
    value: company_name,
    text: symbol,
    fills: { stock_symbol: symbol },
  }));
};
