import { type DynamicModule, Module } from '@nestjs/common';
import { rememberedPeopleToken } from '../../shared/tokens.js';
import { UserEndpoints } from './endpoints.js';
import type { RememberedPeople } from './remembered-people.js';

export const accountControllers = [UserEndpoints];

@Module({})
class AccountModule {}

export const accountModule = (services: { readonly people: RememberedPeople }): DynamicModule => ({
  module: AccountModule,
  controllers: accountControllers,
  providers: [{ provide: rememberedPeopleToken, useValue: services.people }],
});
