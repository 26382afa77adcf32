// Whether the platform works. Open to all: it says nothing about anybody.
import { errors, type healthOperations, SERVICES } from '@credence/contract'
import type { Handlers } from '../http/handler.ts'
import type { HealthChecks } from './checks.ts'

export function healthRoutes(checks: HealthChecks): Handlers<typeof healthOperations> {
  return {
    async getHealth() {
      const services = await checks.all()
      return { timestamp: new Date().toISOString(), services }
    },
    async getServiceHealth({ path }) {
      const service = SERVICES.find((name) => name === path.service)
      if (!service) throw errors.serviceNotFound()
      return checks.of(service)
    },
  }
}
