export { type AskS3, openS3 } from './client.js';
export { placeIn, type S3Place } from './place.js';
