// Subscriptions: the plan of an account. API keys are refused here.
import { type Static, Type } from 'typebox'
import { PLANS } from './enums.ts'
import { json, operation } from './operation.ts'
import { epochSeconds, Message, nullable, oneOf } from './schema.ts'

export type Subscription = Static<typeof Subscription>
export const Subscription = Type.Object(
  {
    Tier: oneOf(PLANS, { description: 'The plan.' }),
    StartDate: epochSeconds('Since when.'),
    FreeTrial: Type.Object({ TrialStart: nullable(epochSeconds('Its start.')), TrialEnd: nullable(epochSeconds('Its end.')) }),
  },
  {
    $id: 'Subscription',
    description: 'The plan of your account.',
    examples: [{ Tier: 'FreeTier', StartDate: 1767323045, FreeTrial: { TrialStart: null, TrialEnd: null } }],
  },
)
export type SubscriptionRequest = Static<typeof SubscriptionRequest>
export const SubscriptionRequest = Type.Object(
  {
    Plan: oneOf(PLANS, { description: 'The plan that you would like.' }),
    PaymentMethodID: Type.Optional(Type.String({ description: 'Ignored: nothing is paid here.' })),
  },
  { $id: 'SubscriptionRequest', description: 'Another plan.', examples: [{ Plan: 'ProTier' }] },
)

export const subscriptionOperations = {
  getSubscription: operation({
    method: 'GET',
    path: '/subscriptions',
    tag: 'Subscriptions',
    summary: 'Get your plan',
    description: 'The plan of your account. Needs the token of a signed-in user.',
    replies: { 200: json('The plan.', Subscription) },
    errors: ['tokenRequired'],
    credential: 'token',
  }),
  updateSubscription: operation({
    method: 'PUT',
    path: '/subscriptions',
    tag: 'Subscriptions',
    summary: 'Change your plan',
    description:
      'Says which plan you would like. Nothing is paid here: the operator of the platform changes plans. Needs the token of a signed-in user.',
    body: SubscriptionRequest,
    bodyRequired: true,
    replies: { 200: json('`OK` if you have this plan; otherwise that it was requested.', Message) },
    errors: ['emptyBody', 'malformedField', 'tokenRequired'],
    credential: 'token',
  }),
} as const
