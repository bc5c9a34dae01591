import { createBrowserRouter, type LoaderFunction, Navigate, type RouteObject } from 'react-router-dom';
import { loadAudit } from '../features/audit/load-audit.js';
import { loadBankLinks } from '../features/bank-links/load-bank-links.js';
import { loadAllocations } from '../features/curation/load-allocations.js';
import { loadDemand } from '../features/demand/load-demand.js';
import { Landing } from '../features/landing/landing.js';
import { loadOperations } from '../features/operations/load-operations.js';
import { loadSecurity } from '../features/security/load-security.js';
import { loadTradingAccount } from '../features/trading-account/load-trading-account.js';
import { loadNewTransfer, loadTransfer } from '../features/transfers/load-transfers.js';
import { loadTrend } from '../features/trend/load-trend.js';
import { TrendList } from '../features/trends/trend-list.js';
import { loadVerify } from '../features/verify/load-verify.js';
import { loadSignUp } from '../features/waitlist/load-sign-up.js';
import { loadTrends } from '../shared/trend-card/load-trends.js';
import { ErrorScreen } from './error-screen.js';
import { type Audience, only } from './guards.js';
import { keepUnlessChanged } from './keep-data.js';
import { loadSeeAchMethods } from './load-see-ach-methods.js';
import { BareLayout, Layout } from './shell/layout.js';
import { StartingScreen } from './shell/starting-screen.js';
import { loadLastUrl, logOut, notFound } from './turns.js';

type Screen = RouteObject & { loader?: LoaderFunction };

/** Screens of one audience: a guarded loader on each, one layout around all. */
const group = (audience: Audience, children: Screen[]): RouteObject => ({
  Component: Layout,
  HydrateFallback: StartingScreen,
  children: children.map((route) => ({ ...route, loader: only(audience, route.loader ?? (() => null)) })),
});

const open = group('everyone', [
  { path: '/', Component: Landing, loader: loadTrends },
  {
    path: '/see_concepts',
    Component: TrendList,
    loader: loadTrends,
    shouldRevalidate: keepUnlessChanged(),
  },
  {
    path: '/get_concept/:concept_id',
    loader: loadTrend,
    shouldRevalidate: keepUnlessChanged('as_of'),
    lazy: { Component: async () => (await import('../features/trend/trend-screen.js')).TrendScreen },
  },
  {
    path: '/verify',
    loader: loadVerify,
    shouldRevalidate: keepUnlessChanged('concept_id'),
    lazy: { Component: async () => (await import('../features/verify/verify.js')).Verify },
  },
  {
    path: '/method',
    lazy: { Component: async () => (await import('../features/method/method-page.js')).MethodPage },
  },
  {
    path: '/sign_up',
    loader: loadSignUp,
    lazy: { Component: async () => (await import('../features/waitlist/sign-up.js')).SignUp },
  },
  {
    path: '/confirm_waitlist',
    lazy: {
      Component: async () => (await import('../features/waitlist/confirm-waitlist.js')).ConfirmWaitlist,
    },
  },
  {
    path: '/leave_waitlist',
    lazy: { Component: async () => (await import('../features/waitlist/leave-waitlist.js')).LeaveWaitlist },
  },
  {
    path: '/confirm_email',
    lazy: { Component: async () => (await import('../features/security/confirm-email.js')).ConfirmEmail },
  },
  {
    path: '/stop_email_change',
    lazy: {
      Component: async () => (await import('../features/security/stop-email-change.js')).StopEmailChange,
    },
  },
  {
    path: '/password_reset_request',
    lazy: {
      Component: async () => (await import('../features/password/request-reset.js')).RequestPasswordReset,
    },
  },
  {
    path: '/password_reset',
    lazy: { Component: async () => (await import('../features/password/reset-password.js')).ResetPassword },
  },
  {
    path: '/privacy_policy',
    lazy: {
      Component: async () => (await import('../features/legal/privacy-policy-page.js')).PrivacyPolicyPage,
    },
  },
  {
    path: '/terms_of_service',
    lazy: { Component: async () => (await import('../features/legal/terms-of-use-page.js')).TermsOfUsePage },
  },
]);

/** A new object for each route: the router removes from `lazy` what it has loaded. */
const addAchMethod = () => ({
  loader: loadBankLinks,
  lazy: { Component: async () => (await import('../features/bank-links/add-ach-method.js')).AddAchMethod },
});

const signedIn = group('signed-in', [
  {
    path: '/make_alpaca_account',
    loader: loadTradingAccount,
    shouldRevalidate: keepUnlessChanged(),
    lazy: {
      Component: async () => (await import('../features/trading-account/trading-account.js')).TradingAccount,
    },
  },
  {
    path: '/see_ach_methods',
    loader: loadSeeAchMethods,
    lazy: { Component: async () => (await import('./see-ach-methods.js')).SeeAchMethods },
  },
  { path: '/add_ach_method', ...addAchMethod() },
  { path: '/add_ach_method/:id', ...addAchMethod() },
  {
    path: '/transfer_funds/:ach_relationship_id',
    loader: loadNewTransfer,
    shouldRevalidate: keepUnlessChanged(),
    lazy: { Component: async () => (await import('../features/transfers/transfer-funds.js')).TransferFunds },
  },
  {
    path: '/security',
    loader: loadSecurity,
    lazy: { Component: async () => (await import('../features/security/security.js')).Security },
  },
  {
    path: '/transfer/:transfer_id',
    loader: loadTransfer,
    lazy: {
      Component: async () => (await import('../features/transfers/transfer-screen.js')).TransferScreen,
    },
  },
]);

const staff = group('staff', [
  {
    path: '/create_new_concept',
    lazy: { Component: async () => (await import('../features/curation/create-concept.js')).CreateConcept },
  },
  {
    path: '/admin',
    loader: loadOperations,
    lazy: { Component: async () => (await import('../features/operations/operations.js')).Operations },
  },
  {
    path: '/admin/audit',
    loader: loadAudit,
    lazy: { Component: async () => (await import('../features/audit/audit.js')).Audit },
  },
  {
    path: '/admin/demand',
    loader: loadDemand,
    shouldRevalidate: keepUnlessChanged(),
    lazy: { Component: async () => (await import('../features/demand/demand.js')).WaitlistDemand },
  },
  {
    path: '/manage_stock_allocations/:concept_id',
    loader: loadAllocations,
    lazy: {
      Component: async () => (await import('../features/curation/manage-allocations.js')).ManageAllocations,
    },
  },
]);

const outside: RouteObject = {
  Component: BareLayout,
  HydrateFallback: StartingScreen,
  children: [
    {
      path: '/login',
      lazy: { Component: async () => (await import('../features/sign-in/sign-in.js')).SignIn },
    },
    { path: '/logout', loader: logOut, Component: StartingScreen },
    { path: '/load_last_url', loader: loadLastUrl, element: <Navigate to="/" /> },
  ],
};

export const router = createBrowserRouter([
  {
    errorElement: <ErrorScreen />,
    HydrateFallback: StartingScreen,
    children: [open, signedIn, staff, outside, { path: '*', loader: notFound, element: null }],
  },
]);
