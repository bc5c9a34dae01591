import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import { credentials, Metadata } from '@grpc/grpc-js';

/**
 * Host and port of the node that leads, of those that an address without TLS names.
 * @throws when none of them answers or knows a leader
 */
export const leaderOf = async (url: string): Promise<string> => {
  const hosts = /^\w+(?:\+discover)?:\/\/(?:[^@/]*@)?([^/?]+)/.exec(url)?.[1]?.split(',') ?? [];
  const found = await Promise.all(hosts.map(membersOf));
  const leader = found
    .flat()
    .find((member) => member.getIsAlive() && member.getState() === gossip.MemberInfo.VNodeState.LEADER);
  const end = leader?.getHttpEndPoint();
  if (end === undefined) throw new Error(`No leader answers at ${hosts.join(', ')}.`);
  return `${end.getAddress()}:${end.getPort()}`;
};

const membersOf = (host: string): Promise<readonly gossip.MemberInfo[]> =>
  new Promise((resolve) => {
    const client = new gossipGrpc.GossipClient(host, credentials.createInsecure());
    client.read(new shared.Empty(), new Metadata(), { deadline: Date.now() + 5_000 }, (fault, cluster) => {
      client.close();
      resolve(fault ? [] : cluster.getMembersList());
    });
  });
