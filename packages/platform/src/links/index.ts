export { type Links, type LinkToIssue, openLinks } from './links.js';
