/** Variables every part receives unchanged from `npm start`. */
const toAll = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'NODE_EXTRA_CA_CERTS'];

/** Where checkpoints are mirrored, and where `audit verify` reads them back. */
const bucketVariableNames: readonly string[] = [
  'CHECKPOINT_S3_ENDPOINT',
  'CHECKPOINT_S3_BUCKET',
  'CHECKPOINT_S3_REGION',
  'CHECKPOINT_S3_ACCESS_KEY_ID',
  'CHECKPOINT_S3_SECRET_ACCESS_KEY',
];

/** Variables only these parts receive: a part that sends no mail must not see the mail password. */
const toSome: Readonly<Record<string, readonly string[]>> = {
  'command-service': [
    'S3_ENDPOINT',
    'S3_REGION',
    'S3_BUCKET',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'GOOGLE_CLIENT_ID',
    'GOOGLE_SCRIPT_URL',
    'GOOGLE_TOKENINFO_URL',
    'GOOGLE_USERINFO_URL',
    'MAPS_KEY',
    'MAPS_SCRIPT_URL',
    'REFRESHES_PER_USER',
    'REQUESTS_PER_ADDRESS',
    'REQUESTS_PER_EMAIL',
    'SIGN_IN_ATTEMPTS_PER_ADDRESS',
    'SIGN_IN_ATTEMPTS_PER_EMAIL',
    'UPLOADS_PER_USER',
  ],
  projections: ['CHECKPOINT_KEY_BEFORE'],
  workers: [
    'SMTP_URL',
    'MAIL_FROM',
    ...bucketVariableNames,
    'CHECKPOINT_MAIL_TO',
    'RECONCILE_EVERY',
    'RECONCILE_ALL_EVERY',
    'BROKER_TIMEOUT',
    'BROKER_DOUBT_TIME',
    'RETRY_FIRST',
    'RETRY_MOST',
    'PARK_AFTER',
    'SWEEP_EVERY',
  ],
  web: ['GOOGLE_CLIENT_ID', 'GOOGLE_SCRIPT_URL', 'MAPS_KEY', 'MAPS_SCRIPT_URL'],
};

/** Names of the variables a part receives from the environment of `npm start`. */
export const passedOn = (part: string): readonly string[] => [...toAll, ...(toSome[part] ?? [])];

/** The subset of variables that tell where checkpoints are mirrored. */
export const bucketIn = (variables: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(variables).filter(([name]) => bucketVariableNames.includes(name)));
