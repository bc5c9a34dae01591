import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { Metadata } from '@grpc/grpc-js';
import type { WayIn } from './way-in.js';

/**
 * Host and port of the leader among the nodes an address names.
 * @throws when no node responds or knows a leader
 */
export const leaderOf = async (wayIn: WayIn): Promise<string> => {
  const found = await Promise.all(wayIn.hosts.map((host) => membersOf(host, wayIn)));
  const leader = found
    .flat()
    .find((member) => member.getIsAlive() && member.getState() === gossip.MemberInfo.VNodeState.LEADER);
  const end = leader?.getHttpEndPoint();
  if (end === undefined) throw new Error(`No leader answers at ${wayIn.hosts.join(', ')}.`);
  return `${end.getAddress()}:${end.getPort()}`;
};

const membersOf = (host: string, { channel }: WayIn): Promise<readonly gossip.MemberInfo[]> =>
  new Promise((resolve) => {
    const client = new gossipGrpc.GossipClient(host, channel);
    client.read(new shared.Empty(), new Metadata(), { deadline: Date.now() + 5_000 }, (fault, cluster) => {
      client.close();
      resolve(fault ? [] : cluster.getMembersList());
    });
  });
