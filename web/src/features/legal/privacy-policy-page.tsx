import { LegalPage } from './legal-page.js';
import { privacyPolicy } from './privacy/privacy-policy.js';

export const Component = () => <LegalPage legal={privacyPolicy} />;
