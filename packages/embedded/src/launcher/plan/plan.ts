import type { Config } from '../config.js';
import type { Secrets } from '../secrets.js';
import { gateway } from './gateway.js';
import { infrastructure } from './infrastructure.js';
import type { PartPlan } from './part-plan.js';
import { planningOf } from './planning.js';
import { commandService, projections, queryService, web, workers } from './services.js';

/** The parts to start, in order, with their environment. Parts that the environment replaces are left out. */
export const planInstance = (config: Config, secrets: Secrets, directory: string): PartPlan[] => {
  const planning = planningOf(config, secrets, directory);
  const services = [commandService, projections, queryService, workers, web, gateway];
  return [...infrastructure(planning), ...services.map((service) => service(planning))];
};
