import { type DynamicModule, Module } from '@nestjs/common';
import { accountsToken, secondFactorToken, sessionsToken } from '../../shared/tokens.js';
import type { Accounts } from '../account/accounts.js';
import type { Sessions } from '../sessions/sessions.js';
import { SecondFactorEndpoints, type SecondFactorServices } from './endpoints.js';

export const secondFactorControllers = [SecondFactorEndpoints];

@Module({})
class SecondFactorModule {}

export const secondFactorModule = (services: {
  readonly secondFactorServices: SecondFactorServices;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
}): DynamicModule => ({
  module: SecondFactorModule,
  controllers: secondFactorControllers,
  providers: [
    { provide: secondFactorToken, useValue: services.secondFactorServices },
    { provide: accountsToken, useValue: services.accounts },
    { provide: sessionsToken, useValue: services.sessions },
  ],
});
