export { type Bucket, openBucket } from './bucket.js';
export { bucketIn, bucketVariables } from './variables.js';
