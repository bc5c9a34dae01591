import type { BodyOf, calls, ParamsOf, QueryOf, ResponseOf } from '@groundswell/contracts';

type Calls = typeof calls;

/**
 * Method and path of each call the app makes. The contracts hold the same as schemas; copied here by name, so that
 * a visitor does not download a schema library to read a list. A spec keeps the two equal.
 */
export const endpoints = {
  getConcepts: { method: 'GET', path: '/api/get_concepts/' },
  getConcept: { method: 'GET', path: '/api/get_concept/' },
  getConceptDetails: { method: 'GET', path: '/api/get_concept_details/:concept_id/' },
  getConceptAllocations: { method: 'GET', path: '/api/get_concept_allocations/' },
  getConceptChanges: { method: 'GET', path: '/api/get_concept_changes/' },
  getConceptCalculation: { method: 'GET', path: '/api/get_concept_calculation/' },
  getLatestCheckpoint: { method: 'GET', path: '/api/checkpoints/latest/' },
  getConsistency: { method: 'GET', path: '/api/checkpoints/consistency/' },
  getConceptProof: { method: 'GET', path: '/api/get_concept_proof/' },
  getAudit: { method: 'GET', path: '/api/get_audit/' },
  getAuditCsv: { method: 'GET', path: '/api/get_audit_csv/' },
  getWaitlistDemand: { method: 'GET', path: '/api/get_waitlist_demand/' },
  findAssets: { method: 'GET', path: '/api/find_assets/' },
  createNewConcept: { method: 'POST', path: '/api/create_new_concept/' },
  renameConcept: { method: 'POST', path: '/api/rename_concept/' },
  describeConcept: { method: 'POST', path: '/api/describe_concept/' },
  changeConceptImage: { method: 'POST', path: '/api/change_concept_image/' },
  createNewSubConcept: { method: 'POST', path: '/api/create_new_sub_concept/' },
  removeSubConcept: { method: 'POST', path: '/api/remove_sub_concept/' },
  createStockAllocation: { method: 'POST', path: '/api/create_stock_allocation/' },
  changeStockAllocation: { method: 'POST', path: '/api/change_stock_allocation/' },
  rebalanceConcept: { method: 'POST', path: '/api/rebalance_concept/' },
  removeStockAllocation: { method: 'POST', path: '/api/remove_stock_allocation/' },
  signIn: { method: 'POST', path: '/user/token/' },
  getMapsOptions: { method: 'GET', path: '/user/maps_options/' },
  getSignInOptions: { method: 'GET', path: '/user/sign_in_options/' },
  signInWithGoogle: { method: 'POST', path: '/user/google_login/' },
  refreshToken: { method: 'POST', path: '/user/token/refresh/' },
  signOut: { method: 'POST', path: '/user/logout/' },
  joinWaitlist: { method: 'POST', path: '/user/register/' },
  confirmWaitlist: { method: 'POST', path: '/user/confirm_waitlist/' },
  leaveWaitlist: { method: 'POST', path: '/user/leave_waitlist/' },
  requestPasswordReset: { method: 'POST', path: '/user/password_reset_request/' },
  resetPassword: { method: 'POST', path: '/user/password_reset/' },
  changePassword: { method: 'POST', path: '/user/password_change/' },
  requestEmailChange: { method: 'POST', path: '/user/email_change/' },
  confirmEmailChange: { method: 'POST', path: '/user/email_change/confirm/' },
  stopEmailChange: { method: 'POST', path: '/user/email_change/stop/' },
  completeSignIn: { method: 'POST', path: '/user/token/second_factor/' },
  getSecondFactor: { method: 'GET', path: '/user/second_factor/' },
  setUpSecondFactor: { method: 'POST', path: '/user/second_factor/set_up/' },
  turnOnSecondFactor: { method: 'POST', path: '/user/second_factor/turn_on/' },
  renewRecoveryCodes: { method: 'POST', path: '/user/second_factor/recovery_codes/' },
  turnOffSecondFactor: { method: 'POST', path: '/user/second_factor/turn_off/' },
  getIdentityProofWay: { method: 'GET', path: '/user/prove/' },
  proveIdentity: { method: 'POST', path: '/user/prove/' },
  proveSecondFactor: { method: 'POST', path: '/user/second_factor/prove/' },
  getGoogleLink: { method: 'GET', path: '/user/google_link/' },
  unlinkGoogle: { method: 'POST', path: '/user/google_unlink/' },
  getSessions: { method: 'GET', path: '/user/sessions/' },
  endSession: { method: 'POST', path: '/user/end_session/' },
  endOtherSessions: { method: 'POST', path: '/user/end_other_sessions/' },
  getUser: { method: 'GET', path: '/user/user/' },
  createAlpacaAccount: { method: 'POST', path: '/api/create_alpaca_account/' },
  saveApplicationDraft: { method: 'POST', path: '/user/application_draft/' },
  getApplicationDraft: { method: 'GET', path: '/user/application_draft/' },
  getTradingAccount: { method: 'GET', path: '/api/get_trading_account/' },
  createAchMethod: { method: 'POST', path: '/api/create_ach_method/' },
  removeAchMethod: { method: 'POST', path: '/api/remove_ach_method/' },
  getAchMethods: { method: 'GET', path: '/api/get_ach_methods/' },
  createAchTransfer: { method: 'POST', path: '/api/create_ach_transfer/' },
  cancelAchTransfer: { method: 'POST', path: '/api/cancel_ach_transfer/' },
  getTransferTerms: { method: 'GET', path: '/api/get_transfer_terms/' },
  getAchTransfer: { method: 'GET', path: '/api/get_ach_transfer/' },
  getAchTransfers: { method: 'GET', path: '/api/get_ach_transfers/' },
  getCashBalance: { method: 'GET', path: '/api/get_cash_balance/' },
  getCashActivity: { method: 'GET', path: '/api/get_cash_activity/' },
  getCashActivityCsv: { method: 'GET', path: '/api/get_cash_activity_csv/' },
  getCashDifferences: { method: 'GET', path: '/api/get_cash_differences/' },
  liveOwn: { method: 'GET', path: '/api/live_own/' },
  getStanding: { method: 'GET', path: '/api/get_standing/' },
  getParkedJobs: { method: 'GET', path: '/api/get_parked_jobs/' },
} as const satisfies Partial<Record<keyof Calls, { method: 'GET' | 'POST'; path: string }>>;

type EndpointName = keyof typeof endpoints;
type NamesOf<Method> = {
  [Name in EndpointName]: (typeof endpoints)[Name]['method'] extends Method ? Name : never;
}[EndpointName];
export type QueryName = NamesOf<'GET'>;
export type CommandName = NamesOf<'POST'>;

export type ParamsFor<Name extends EndpointName> = ParamsOf<Calls[Name]>;
export type QueryFor<Name extends EndpointName> = QueryOf<Calls[Name]>;
export type BodyFor<Name extends EndpointName> = BodyOf<Calls[Name]>;
export type ResponseFor<Name extends EndpointName> = ResponseOf<Calls[Name]>;

type Values = Readonly<Record<string, string>>;

/** The address of a call: `:name` parts filled in, the query appended. */
export const addressOf = (path: string, params: Values = {}, query: Values = {}): string => {
  const filled = path.replace(/:(\w+)/g, (_part, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return search ? `${filled}?${search}` : filled;
};
