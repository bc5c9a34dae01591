import { type DynamicModule, Module } from '@nestjs/common';
import { signInToken } from '../../shared/tokens.js';
import { SignInEndpoints } from './endpoints.js';
import type { SignIn } from './sign-in.js';

export const signInControllers = [SignInEndpoints];

@Module({})
class SignInModule {}

export const signInModule = (services: { readonly signIn: SignIn }): DynamicModule => ({
  module: SignInModule,
  controllers: signInControllers,
  providers: [{ provide: signInToken, useValue: services.signIn }],
});
