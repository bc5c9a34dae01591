import type { Caller } from './users.js';

/**
 * What the gRPC and HTTP methods do to the log, by name. Only an admin may call a method that is not listed.
 */
const rights: Readonly<Record<string, 'tell' | 'read' | 'write' | 'answer each'>> = {
  // Clients call these before authenticating; they return the version and the requested address.
  '/event_store.client.server_features.ServerFeatures/GetSupportedMethods': 'tell',
  '/event_store.client.gossip.Gossip/Read': 'tell',
  '/event_store.client.streams.Streams/Read': 'read',
  '/event_store.client.streams.Streams/Append': 'write',
  '/event_store.client.streams.Streams/Delete': 'write',
  // Refusing the whole call would fail every append of the client: each is answered separately.
  '/event_store.client.streams.Streams/BatchAppend': 'answer each',
};

export const mayWrite = (caller: Caller): boolean => caller === 'admin' || caller === 'writer';

/** Whether a caller may call a method at all. */
export const mayCall = (caller: Caller, method: string): 'yes' | 'unknown caller' | 'denied' => {
  if (caller === 'unknown') return 'unknown caller';
  const right = rights[method];
  if (right === 'tell' || caller === 'admin') return 'yes';
  if (caller === 'anonymous') return 'denied';
  return right === 'read' || right === 'answer each' || (right === 'write' && mayWrite(caller))
    ? 'yes'
    : 'denied';
};
