import { untilClose } from './instance-broker.js';
import { type Skew, skewedParts } from './instance-parts.js';
import type { Part } from './part.js';

/** Sets the wall clocks of parts. */
export const clocksOf = (parts: ReadonlyMap<string, Pick<Part, 'setClock'>>, brokerUrl: string) => {
  let brokersSkew = 0;
  return {
    skew(skew: Skew): void {
      brokersSkew = skew['broker-sandbox'];
      for (const part of skewedParts) parts.get(part)?.setClock(skew[part]);
    },
    async approachClose(milliseconds: number): Promise<void> {
      const forward = (await untilClose(brokerUrl)) - milliseconds;
      parts.get('broker-sandbox')?.setClock(brokersSkew + Math.max(0, forward));
    },
  };
};
