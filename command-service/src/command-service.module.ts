import { type DynamicModule, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssetEndpoints } from './assets/endpoints.js';
import type { Services } from './composition-root.js';
import { ConceptEndpoints } from './concept/endpoints.js';
import { AccountEndpoints } from './money/account-endpoints.js';
import { BankLinkEndpoints } from './money/bank-link-endpoints.js';
import { TransferEndpoints } from './money/transfer-endpoints.js';
import { PeopleEndpoints } from './people/endpoints.js';
import { ProvingEndpoints } from './people/proving-endpoints.js';
import { SecondFactorEndpoints } from './people/second-factor-endpoints.js';
import { SessionEndpoints } from './people/sessions/endpoints.js';
import { WaysInEndpoints } from './people/ways-in-endpoints.js';
import { DispatchHandler } from './shared/command-bus.js';
import { CommandDispatcher } from './shared/command-dispatcher.js';
import {
  accountsToken,
  assetsToken,
  commandKeysToken,
  commandOptionsToken,
  conceptNamesToken,
  eventStoreToken,
  moneyToken,
  provingToken,
  rememberedPeopleToken,
  secondFactorToken,
  sessionsToken,
  signInToken,
  uploadsToken,
  waitlistToken,
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

/** The service as Nest sees it: its controllers, the command bus, and the services that were opened before. */
export const commandServiceModule = (services: Services): DynamicModule => ({
  module: CommandServiceModule,
  imports: [CqrsModule.forRoot()],
  controllers,
  providers: [
    CommandDispatcher,
    DispatchHandler,
    { provide: eventStoreToken, useValue: services.eventStore },
    { provide: commandKeysToken, useValue: services.commandKeys },
    { provide: commandOptionsToken, useValue: services.commandOptions },
    { provide: assetsToken, useValue: services.assets },
    { provide: conceptNamesToken, useValue: services.conceptNames },
    { provide: accountsToken, useValue: services.accounts },
    { provide: rememberedPeopleToken, useValue: services.people },
    { provide: secondFactorToken, useValue: services.secondFactorServices },
    { provide: sessionsToken, useValue: services.sessions },
    { provide: signInToken, useValue: services.signIn },
    { provide: provingToken, useValue: services.proving },
    { provide: waysInToken, useValue: services.waysIn },
    { provide: waitlistToken, useValue: services.waitlistServices },
    { provide: uploadsToken, useValue: services.uploads },
    { provide: moneyToken, useValue: services.money },
  ],
});
