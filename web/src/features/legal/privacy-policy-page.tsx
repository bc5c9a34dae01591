import { LegalPage } from './legal-page.js';
import privacyPolicy from './privacy-policy.md';

export const PrivacyPolicyPage = () => <LegalPage legal={privacyPolicy} />;
