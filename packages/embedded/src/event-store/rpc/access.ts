import type { Metadata, ServerInterceptor, ServerListener } from '@grpc/grpc-js';
import { mayCall } from '../security/rights.js';
import type { Caller, Identify } from '../security/users.js';
import { accessDenied, unauthenticated } from './faults.js';

type NextCall = Parameters<ServerInterceptor>[1];

export const callerOf = (identify: Identify, metadata: Metadata): Caller => {
  const shown = metadata.get('authorization');
  return identify(shown.length === 0 ? undefined : shown.join());
};

/** Admits a call to its handler, or answers as a real node does, before any of its messages is read. */
export const admission = (
  identify: Identify,
  { path }: { readonly path: string },
  call: NextCall,
): Required<Pick<ServerListener, 'onReceiveMetadata'>> => ({
  onReceiveMetadata: (metadata, proceed) => {
    switch (mayCall(callerOf(identify, metadata), path)) {
      case 'yes':
        return proceed(metadata);
      case 'denied':
        return call.sendStatus(accessDenied());
      case 'unknown caller':
        return call.sendStatus(unauthenticated());
    }
  },
});
