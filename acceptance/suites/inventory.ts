// Every operation with each success and each error that the document names; of an account of its own.
import type { Report } from '../check.ts'
import { takeInventory } from '../inventory/inventory.ts'
import { signUp } from '../inventory/world.ts'
import type { Platform } from '../platform.ts'

export async function inventory(platform: Platform, report: Report): Promise<void> {
  const { target } = await signUp(platform.origin)
  const limit = (username: string) => platform.operate(`--plan=${username}:FreeTier`)
  await takeInventory({ origin: platform.origin, key: target.key, limit }, report)
}
