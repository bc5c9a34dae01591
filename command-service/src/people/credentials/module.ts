import { type DynamicModule, Module } from '@nestjs/common';
import { provingToken, signInMethodsToken } from '../../shared/tokens.js';
import { CredentialEndpoints, type SignInMethods } from './endpoints.js';
import { type Proving, ProvingEndpoints } from './proving-endpoints.js';

export const credentialControllers = [ProvingEndpoints, CredentialEndpoints];

@Module({})
class CredentialsModule {}

export const credentialsModule = (services: {
  readonly proving: Proving;
  readonly signInMethods: SignInMethods;
}): DynamicModule => ({
  module: CredentialsModule,
  controllers: credentialControllers,
  providers: [
    { provide: provingToken, useValue: services.proving },
    { provide: signInMethodsToken, useValue: services.signInMethods },
  ],
});
