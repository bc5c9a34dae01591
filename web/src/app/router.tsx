import type { ComponentType } from 'react';
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

/** A screen whose code is loaded when it is first shown. */
const lazily = <Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) => ({
  Component: async () => (await load())[name],
});

const open = group('everyone', [
  { path: '/', Component: Landing, loader: loadTrends },
  { path: '/see_concepts', Component: TrendList, loader: loadTrends, shouldRevalidate: keepUnlessChanged() },
  {
    path: '/get_concept/:concept_id',
    loader: loadTrend,
    shouldRevalidate: keepUnlessChanged('as_of'),
    lazy: lazily('TrendScreen', () => import('../features/trend/trend-screen.js')),
  },
  {
    path: '/verify',
    loader: loadVerify,
    shouldRevalidate: keepUnlessChanged('concept_id'),
    lazy: lazily('Verify', () => import('../features/verify/verify.js')),
  },
  { path: '/method', lazy: lazily('MethodPage', () => import('../features/method/method-page.js')) },
  {
    path: '/sign_up',
    loader: loadSignUp,
    lazy: lazily('SignUp', () => import('../features/waitlist/sign-up.js')),
  },
  {
    path: '/confirm_waitlist',
    lazy: lazily('ConfirmWaitlist', () => import('../features/waitlist/confirm-waitlist.js')),
  },
  {
    path: '/leave_waitlist',
    lazy: lazily('LeaveWaitlist', () => import('../features/waitlist/leave-waitlist.js')),
  },
  {
    path: '/confirm_email',
    lazy: lazily('ConfirmEmail', () => import('../features/security/confirm-email.js')),
  },
  {
    path: '/stop_email_change',
    lazy: lazily('StopEmailChange', () => import('../features/security/stop-email-change.js')),
  },
  {
    path: '/password_reset_request',
    lazy: lazily('RequestPasswordReset', () => import('../features/password/request-reset.js')),
  },
  {
    path: '/password_reset',
    lazy: lazily('ResetPassword', () => import('../features/password/reset-password.js')),
  },
  {
    path: '/privacy_policy',
    lazy: lazily('PrivacyPolicyPage', () => import('../features/legal/privacy-policy-page.js')),
  },
  {
    path: '/terms_of_service',
    lazy: lazily('TermsOfUsePage', () => import('../features/legal/terms-of-use-page.js')),
  },
]);

const signedIn = group('signed-in', [
  {
    path: '/make_alpaca_account',
    loader: loadTradingAccount,
    shouldRevalidate: keepUnlessChanged(),
    lazy: lazily('TradingAccount', () => import('../features/trading-account/trading-account.js')),
  },
  {
    path: '/see_ach_methods',
    loader: loadSeeAchMethods,
    lazy: lazily('SeeAchMethods', () => import('./see-ach-methods.js')),
  },
  {
    path: '/add_ach_method/:id?',
    loader: loadBankLinks,
    lazy: lazily('AddAchMethod', () => import('../features/bank-links/add-ach-method.js')),
  },
  {
    path: '/transfer_funds/:ach_relationship_id',
    loader: loadNewTransfer,
    shouldRevalidate: keepUnlessChanged(),
    lazy: lazily('TransferFunds', () => import('../features/transfers/transfer-funds.js')),
  },
  {
    path: '/security',
    loader: loadSecurity,
    lazy: lazily('Security', () => import('../features/security/security.js')),
  },
  {
    path: '/transfer/:transfer_id',
    loader: loadTransfer,
    lazy: lazily('TransferScreen', () => import('../features/transfers/transfer-screen.js')),
  },
]);

const staff = group('staff', [
  {
    path: '/create_new_concept',
    lazy: lazily('CreateConcept', () => import('../features/curation/create-concept.js')),
  },
  {
    path: '/admin',
    loader: loadOperations,
    lazy: lazily('Operations', () => import('../features/operations/operations.js')),
  },
  {
    path: '/admin/audit',
    loader: loadAudit,
    lazy: lazily('Audit', () => import('../features/audit/audit.js')),
  },
  {
    path: '/admin/demand',
    loader: loadDemand,
    shouldRevalidate: keepUnlessChanged(),
    lazy: lazily('WaitlistDemand', () => import('../features/demand/demand.js')),
  },
  {
    path: '/manage_stock_allocations/:concept_id',
    loader: loadAllocations,
    lazy: lazily('ManageAllocations', () => import('../features/curation/manage-allocations.js')),
  },
]);

const outside: RouteObject = {
  Component: BareLayout,
  HydrateFallback: StartingScreen,
  children: [
    { path: '/login', lazy: lazily('SignIn', () => import('../features/sign-in/sign-in.js')) },
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
