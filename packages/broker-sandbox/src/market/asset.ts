import { hash } from 'node:crypto';
import type { Instrument } from './instrument.js';

/** A UUID that depends on the symbol alone. */
export const idOfAsset = ({ symbol }: Instrument): string => {
  const hex = hash('sha256', `asset ${symbol}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** An asset as the Broker API writes it. */
export const bodyOfAsset = (instrument: Instrument, listed: boolean) => {
  const { crypto, symbol, name, exchange } = instrument;
  return {
    id: idOfAsset(instrument),
    class: crypto ? 'crypto' : 'us_equity',
    exchange,
    symbol,
    name: crypto || exchange === 'ARCA' ? name : `${name} Common Stock`,
    status: listed ? 'active' : 'inactive',
    tradable: listed,
    marginable: !crypto && listed,
    shortable: !crypto && listed,
    ...(crypto ? {} : { borrow_status: 'easy_to_borrow' }),
    fractionable: listed,
    margin_requirement_long: crypto ? '100' : '30',
    margin_requirement_short: crypto ? '100' : '30',
    attributes: crypto ? [] : ['fractional_eh_enabled', 'has_options'],
    ...(crypto ? { min_order_size: '0.0001', min_trade_increment: '0.0001', price_increment: '0.01' } : {}),
  };
};
