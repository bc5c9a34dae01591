import { randomUUID } from 'node:crypto';
import type { IGossipServer } from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';

const ticksPerMillisecond = 10_000n;

/** A cluster of one node, its own leader, at the address the client used. */
export const gossipHandlers = (): IGossipServer => {
  const instance = new shared.UUID().setString(randomUUID());
  return {
    read: (call, answer) => {
      const { hostname, port } = new URL(`http://${call.getHost()}`);
      const member = new gossip.MemberInfo()
        .setInstanceId(instance)
        .setTimeStamp((BigInt(Date.now()) * ticksPerMillisecond).toString())
        .setState(gossip.MemberInfo.VNodeState.LEADER)
        .setIsAlive(true)
        .setHttpEndPoint(new gossip.EndPoint().setAddress(hostname).setPort(Number(port)));
      answer(null, new gossip.ClusterInfo().setMembersList([member]));
    },
  };
};
