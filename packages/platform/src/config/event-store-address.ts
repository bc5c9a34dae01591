/** The parts of an address such as `esdb://a:2113,b:2113?tls=true`. */
export interface EventStoreAddress {
  readonly hosts: readonly Host[];
  /** Whether the first host's name resolves to every node of a cluster. */
  readonly discover: boolean;
  readonly tls: boolean;
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  /** File of the CA that signed the nodes' certificates; those that Node.js trusts when undefined. */
  readonly caFile: string | undefined;
  /** Certificate and key by which a user is known. */
  readonly userCertFile: string | undefined;
  readonly userKeyFile: string | undefined;
  readonly connectionName: string | undefined;
  /** Times and numbers that the address sets, by the client's names. */
  readonly numbers: Readonly<Partial<Record<NumberOption, number>>>;
}

interface Host {
  readonly address: string;
  readonly port: number;
}

const protocols = ['esdb', 'esdb+discover', 'kurrentdb', 'kurrentdb+discover'];
const usualPort = 2113;
const mostHosts = 16;
const longestAddress = 4_000;

const numberOptions = [
  'maxDiscoverAttempts',
  'discoveryInterval',
  'gossipTimeout',
  'defaultDeadline',
  'keepAliveInterval',
  'keepAliveTimeout',
] as const;
type NumberOption = (typeof numberOptions)[number];
const fileOptions = ['tlsCAFile', 'userCertFile', 'userKeyFile'] as const;
const textOptions = [...fileOptions, 'connectionName'] as const;

/** Options of which only one value does no harm, and why. */
const onlyValues = {
  tlsVerifyCert: ['true', 'must not turn off tlsVerifyCert: name the CA of the nodes with tlsCAFile instead'],
  throwOnAppendFailure: [
    'true',
    'must not turn off throwOnAppendFailure: a refused append would pass for one',
  ],
  nodePreference: [
    'leader',
    'must have no nodePreference but leader: another node may lag behind what was written',
  ],
} as const;

const optionNames = ['tls', ...textOptions, ...numberOptions, ...Object.keys(onlyValues)];

/** What is wrong with an address. Quotes no part of it, which may hold a password. */
class Wrong extends Error {}

/** @returns what is wrong, to follow the variable's name; it quotes nothing of the text */
export const parseEventStoreAddress = (text: string): EventStoreAddress | string => {
  try {
    return parse(text.trim());
  } catch (error) {
    if (error instanceof Wrong) return error.message;
    throw error;
  }
};

const parse = (text: string): EventStoreAddress => {
  if (text.length > longestAddress) throw new Wrong(`must be at most ${longestAddress} characters long`);
  const [, protocol = '', authority = '', path = '', query = ''] =
    /^([a-z+]+):\/\/([^/?#]*)(\/?[^?]*)\??(.*)$/s.exec(text) ?? [];
  if (!protocols.includes(protocol))
    throw new Wrong(`must begin with ${listOf(protocols.map((each) => `${each}://`))}`);
  const at = authority.lastIndexOf('@');
  const hosts = hostsOf(authority.slice(at + 1));
  if (path !== '' && path !== '/') throw new Wrong('must have nothing but ?options behind its hosts');
  const credentials = at < 0 ? undefined : credentialsOf(authority.slice(0, at));
  const options = optionsOf(query);
  const tls = switchOf(options.get('tls'), 'tls');
  if (!tls && credentials) {
    throw new Wrong(
      'has a user and a password, which go over TLS alone: remove tls=false, or user and password',
    );
  }
  if (!tls && fileOptions.some((name) => options.has(name))) {
    throw new Wrong('names files for TLS and turns it off: remove tls=false, or the files');
  }
  if (options.has('userCertFile') !== options.has('userKeyFile')) {
    throw new Wrong('must have both userCertFile and userKeyFile, or neither');
  }
  const numbers = numberOptions.flatMap((name) => {
    const value = options.get(name);
    return value === undefined ? [] : [[name, numberOf(value, name)] as const];
  });
  return {
    hosts,
    discover: protocol.endsWith('+discover'),
    tls,
    credentials,
    caFile: options.get('tlsCAFile'),
    userCertFile: options.get('userCertFile'),
    userKeyFile: options.get('userKeyFile'),
    connectionName: options.get('connectionName'),
    numbers: Object.fromEntries(numbers),
  };
};

const listOf = (words: readonly string[]): string => `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

const encoded = 'characters such as @ : / ? # % in a user or password are written as %40 %3A %2F %3F %23 %25';

const hostsOf = (text: string): Host[] => {
  const hosts = text.split(',');
  if (hosts.length > mostHosts) throw new Wrong(`must name at most ${mostHosts} hosts`);
  return hosts.map((host) => {
    const [, address, port = String(usualPort)] =
      /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/.exec(host.trim()) ?? [];
    const number = Number(port);
    if (!address || number < 1 || number > 65_535) {
      throw new Wrong(`must name its hosts as host:port, with commas between several; ${encoded}`);
    }
    return { address, port: number };
  });
};

const credentialsOf = (text: string): EventStoreAddress['credentials'] => {
  const [username, password, ...rest] = text.split(':');
  if (!username || !password || rest.length > 0) {
    throw new Wrong(`must have a user and a password before the @, as user:password; ${encoded}`);
  }
  return { username: decoded(username), password: decoded(password) };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Wrong(`must have a percent sign only before two hexadecimal digits; ${encoded}`);
  }
};

const plain = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');
const namesByPlain = new Map(optionNames.map((name) => [plain(name), name]));

const optionsOf = (query: string): ReadonlyMap<string, string> => {
  const options = new Map<string, string>();
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [key = '', value = '', ...rest] = pair.split('=');
    const name = namesByPlain.get(plain(key));
    if (!name) throw new Wrong(`must have no options but ${optionNames.join(', ')}`);
    if (value === '' || rest.length > 0) throw new Wrong(`must give ${name} a value, as ${name}=value`);
    if (options.has(name)) throw new Wrong(`must give ${name} once`);
    options.set(name, decoded(value));
  }
  for (const [name, [only, words]] of Object.entries(onlyValues)) {
    const value = options.get(name);
    if (value !== undefined && value.toLowerCase() !== only) throw new Wrong(words);
  }
  return options;
};

const switchOf = (value: string | undefined, name: string): boolean => {
  if (value !== undefined && value !== 'true' && value !== 'false')
    throw new Wrong(`must have ${name}=true or ${name}=false`);
  return value !== 'false';
};

const numberOf = (value: string, name: string): number => {
  if (!/^\d{1,9}$/.test(value)) throw new Wrong(`must give ${name} a whole number`);
  return Number(value);
};
