import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AssetEndpoints } from './assets/endpoints.js';
import type { Services } from './composition-root.js';
import { ConceptEndpoints } from './concept/endpoints.js';
import { AccountEndpoints } from './money/account-endpoints.js';
import { BankLinkEndpoints } from './money/bank-link-endpoints.js';
import { TransferEndpoints } from './money/transfer-endpoints.js';
import { accountControllers, accountModule } from './people/account/module.js';
import { credentialControllers, credentialsModule } from './people/credentials/module.js';
import { secondFactorControllers, secondFactorModule } from './people/second-factor/module.js';
import { sessionControllers, sessionsModule } from './people/sessions/module.js';
import { signInControllers, signInModule } from './people/sign-in/module.js';
import { DispatchHandler } from './shared/command-bus.js';
import { CommandDispatcher } from './shared/command-dispatcher.js';
import {
  assetsToken,
  commandKeysToken,
  commandOptionsToken,
  conceptNamesToken,
  eventStoreToken,
  moneyToken,
  seenStreamsToken,
  uploadsToken,
  waitlistToken,
} from './shared/tokens.js';
import { UploadEndpoints } from './uploads/endpoints.js';
import { WaitlistEndpoints } from './waitlist/endpoints.js';

const ownControllers = [
  AssetEndpoints,
  ConceptEndpoints,
  WaitlistEndpoints,
  UploadEndpoints,
  AccountEndpoints,
  BankLinkEndpoints,
  TransferEndpoints,
];

export const controllers: Type[] = [
  ...ownControllers,
  ...sessionControllers,
  ...accountControllers,
  ...secondFactorControllers,
  ...signInControllers,
  ...credentialControllers,
];

@Module({})
class CommandServiceModule {}

/** The service as a Nest module: its controllers, the command bus, and the services opened before. */
export const commandServiceModule = (services: Services): DynamicModule => ({
  module: CommandServiceModule,
  imports: [
    CqrsModule.forRoot(),
    sessionsModule(services),
    accountModule(services),
    secondFactorModule(services),
    signInModule(services),
    credentialsModule(services),
  ],
  controllers: ownControllers,
  providers: [
    CommandDispatcher,
    DispatchHandler,
    { provide: eventStoreToken, useValue: services.eventStore },
    { provide: seenStreamsToken, useValue: services.seenStreams },
    { provide: commandKeysToken, useValue: services.commandKeys },
    { provide: commandOptionsToken, useValue: services.commandOptions },
    { provide: assetsToken, useValue: services.assets },
    { provide: conceptNamesToken, useValue: services.conceptNames },
    { provide: waitlistToken, useValue: services.waitlistServices },
    { provide: uploadsToken, useValue: services.uploads },
    { provide: moneyToken, useValue: services.money },
  ],
});
