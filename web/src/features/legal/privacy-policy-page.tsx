import { LegalPage } from './legal-page.js';
import { privacyPolicy } from './privacy/privacy-policy.js';

export const PrivacyPolicyPage = () => <LegalPage legal={privacyPolicy} />;
