import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssetEndpoints } from './assets/endpoints.js';
import { ConceptEndpoints } from './concept/endpoints.js';
import { AccountEndpoints } from './money/account-endpoints.js';
import { BankLinkEndpoints } from './money/bank-link-endpoints.js';
import { TransferEndpoints } from './money/transfer-endpoints.js';
import type { Parts } from './parts.js';
import { PeopleEndpoints } from './people/endpoints.js';
import { ProvingEndpoints } from './people/proving-endpoints.js';
import { SecondFactorEndpoints } from './people/second-factor-endpoints.js';
import { SessionEndpoints } from './people/sessions/endpoints.js';
import { WaysInEndpoints } from './people/ways-in-endpoints.js';
import { DispatchHandler } from './shared/command-bus.js';
import { Door } from './shared/door.js';
import {
  accountsToken,
  assetsToken,
  commandKeysToken,
  conceptNamesToken,
  doorOptionsToken,
  eventStoreToken,
  moneyToken,
  provingToken,
  secondFactorToken,
  sessionsToken,
  signInToken,
  uploadsToken,
  waitlistDoorToken,
  waysInToken,
} from './shared/tokens.js';
import { UploadEndpoints } from './uploads/endpoints.js';
import { WaitlistEndpoints } from './waitlist/endpoints.js';

export const controllers = [
  AssetEndpoints,
  ConceptEndpoints,
  PeopleEndpoints,
  SessionEndpoints,
  SecondFactorEndpoints,
  ProvingEndpoints,
  WaysInEndpoints,
  WaitlistEndpoints,
  UploadEndpoints,
  AccountEndpoints,
  BankLinkEndpoints,
  TransferEndpoints,
];

@Module({})
class CommandServiceModule {}

/** The service as Nest sees it: its controllers, the command bus, and the parts that were opened before. */
export const commandServiceModule = (parts: Parts): DynamicModule => ({
  module: CommandServiceModule,
  imports: [CqrsModule.forRoot()],
  controllers,
  providers: [
    Door,
    DispatchHandler,
    { provide: eventStoreToken, useValue: parts.eventStore },
    { provide: commandKeysToken, useValue: parts.commandKeys },
    { provide: doorOptionsToken, useValue: parts.doorOptions },
    { provide: assetsToken, useValue: parts.assets },
    { provide: conceptNamesToken, useValue: parts.conceptNames },
    { provide: accountsToken, useValue: parts.accounts },
    { provide: secondFactorToken, useValue: parts.secondFactorDoor },
    { provide: sessionsToken, useValue: parts.sessions },
    { provide: signInToken, useValue: parts.signIn },
    { provide: provingToken, useValue: parts.proving },
    { provide: waysInToken, useValue: parts.waysIn },
    { provide: waitlistDoorToken, useValue: parts.waitlistDoor },
    { provide: uploadsToken, useValue: parts.uploads },
    { provide: moneyToken, useValue: parts.money },
  ],
});
