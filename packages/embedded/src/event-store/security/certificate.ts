import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';
import { isIP } from 'node:net';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import * as x509 from '@peculiar/asn1-x509';

/** A certificate and its private key, both as PEM. */
export interface Identity {
  readonly certificate: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1_000;
const lifetimes = { authority: 3_650 * day, node: 90 * day } as const;
/** Allows for clock differences between machines. */
const backdated = day;

/** A certificate authority that signs only the nodes of its store. */
export const makeAuthority = (now: Date): Identity => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = `Groundswell event store CA ${randomBytes(4).toString('hex')}`;
  const extensions = [
    extension(x509.id_ce_basicConstraints, new x509.BasicConstraints({ cA: true, pathLenConstraint: 0 })),
    extension(x509.id_ce_keyUsage, new x509.KeyUsage(x509.KeyUsageFlags.keyCertSign)),
  ];
  const subject = { name: named(name), key: privateKey };
  return issue({ subject, issuer: subject, now, lifetime: lifetimes.authority, extensions });
};

/** A certificate for a server reachable under the given names and IP addresses. */
export const makeNode = (authority: Identity, hosts: readonly string[], now: Date): Identity => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = [
    extension(x509.id_ce_keyUsage, new x509.KeyUsage(x509.KeyUsageFlags.digitalSignature)),
    extension(x509.id_ce_extKeyUsage, new x509.ExtendedKeyUsage([x509.id_kp_serverAuth])),
    extension(
      x509.id_ce_subjectAltName,
      new x509.SubjectAlternativeName(
        hosts.map((host) => new x509.GeneralName(isIP(host) ? { iPAddress: host } : { dNSName: host })),
      ),
    ),
  ];
  const issuer = { name: subjectOf(authority), key: createPrivateKey(authority.key) };
  const subject = { name: named('Groundswell event store'), key: privateKey };
  return issue({ subject, issuer, now, lifetime: lifetimes.node, extensions });
};

interface Party {
  readonly name: x509.Name;
  readonly key: KeyObject;
}

interface Issue {
  readonly subject: Party;
  readonly issuer: Party;
  readonly now: Date;
  readonly lifetime: number;
  readonly extensions: x509.Extension[];
}

const issue = ({ subject, issuer, now, lifetime, extensions }: Issue): Identity => {
  // ECDSA with SHA-256.
  const algorithm = new x509.AlgorithmIdentifier({ algorithm: '1.2.840.10045.4.3.2' });
  const serial = randomBytes(16);
  // Positive, with its full length.
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40;
  const content = new x509.TBSCertificate({
    version: x509.Version.v3,
    serialNumber: bytesOf(serial),
    signature: algorithm,
    issuer: issuer.name,
    validity: new x509.Validity({
      notBefore: new Date(now.getTime() - backdated),
      notAfter: new Date(now.getTime() + lifetime),
    }),
    subject: subject.name,
    subjectPublicKeyInfo: AsnConvert.parse(
      createPublicKey(subject.key).export({ type: 'spki', format: 'der' }),
      x509.SubjectPublicKeyInfo,
    ),
    extensions: new x509.Extensions(extensions),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(content)), issuer.key);
  const certificate = new x509.Certificate({
    tbsCertificate: content,
    signatureAlgorithm: algorithm,
    signatureValue: bytesOf(signature),
  });
  return {
    certificate: pemOf(AsnConvert.serialize(certificate)),
    key: subject.key.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
};

const extension = (id: string, value: object): x509.Extension =>
  new x509.Extension({
    extnID: id,
    critical: id !== x509.id_ce_subjectAltName && id !== x509.id_ce_extKeyUsage,
    extnValue: new OctetString(AsnConvert.serialize(value)),
  });

const commonName = '2.5.4.3';
const named = (text: string): x509.Name =>
  new x509.Name([
    new x509.RelativeDistinguishedName([
      new x509.AttributeTypeAndValue({
        type: commonName,
        value: new x509.AttributeValue({ utf8String: text }),
      }),
    ]),
  ]);

const subjectOf = ({ certificate }: Identity): x509.Name => {
  const der = Buffer.from(certificate.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  return AsnConvert.parse(der, x509.Certificate).tbsCertificate.subject;
};

const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;

const pemOf = (der: ArrayBuffer): string => {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
};
