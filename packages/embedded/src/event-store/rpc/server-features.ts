import type { IServerFeaturesServer } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import serverFeatures from '@eventstore/db-client/generated/serverfeatures_pb.js';

/** The version the server behaves as; clients and tests depend on it. */
export const version = '24.10.0';

const streamsService = 'event_store.client.streams.streams';

/** Features beyond the basic ones. Clients check for them before use. */
const methods: readonly (readonly [method: string, features: readonly string[]])[] = [
  ['read', ['position', 'events']],
  ['append', []],
  ['batchappend', ['deadline_duration']],
  ['delete', []],
  ['tombstone', []],
];

export const serverFeaturesHandlers: IServerFeaturesServer = {
  getSupportedMethods: (_call, answer) => {
    const supported = methods.map(([method, features]) =>
      new serverFeatures.SupportedMethod()
        .setServiceName(streamsService)
        .setMethodName(method)
        .setFeaturesList([...features]),
    );
    answer(
      null,
      new serverFeatures.SupportedMethods().setEventStoreServerVersion(version).setMethodsList(supported),
    );
  },
};
