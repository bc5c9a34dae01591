import type { Connection } from '../connection.js';
import { Follower, type FollowOptions, type StreamItem } from './follow.js';
import { type AccountEvent, accountEventSchema, type FundingEvent, fundingEventSchema } from './messages.js';

/** What happens at the broker, as it happens. Connections that break are made again, from where they left off. */
export class BrokerEvents {
  constructor(private readonly connection: Connection) {}

  /** Changes of accounts. Ends with the signal. @throws BrokerError when the broker refuses */
  accounts(options: FollowOptions): AsyncGenerator<StreamItem<AccountEvent>> {
    const source = { path: '/v1/events/accounts/status', since: 'since_ulid', schema: accountEventSchema };
    return new Follower(this.connection, source, options).items();
  }

  /** Changes of transfers and bank links. Ends with the signal. @throws BrokerError when the broker refuses */
  funding(options: FollowOptions): AsyncGenerator<StreamItem<FundingEvent>> {
    const source = { path: '/v2/events/funding/status', since: 'since_id', schema: fundingEventSchema };
    return new Follower(this.connection, source, options).items();
  }
}
