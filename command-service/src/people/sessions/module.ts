import { type DynamicModule, Module } from '@nestjs/common';
import { sessionsToken } from '../../shared/tokens.js';
import { SessionEndpoints } from './endpoints.js';
import type { Sessions } from './sessions.js';

export const sessionControllers = [SessionEndpoints];

@Module({})
class SessionsModule {}

export const sessionsModule = (services: { readonly sessions: Sessions }): DynamicModule => ({
  module: SessionsModule,
  controllers: sessionControllers,
  providers: [{ provide: sessionsToken, useValue: services.sessions }],
});
