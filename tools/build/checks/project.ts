import type { Settings } from '#config/settings.ts'
import type { Problem } from '#content-loader/problem.ts'
import type { Env } from '../build-settings.ts'

/** What a build is made of. */
export interface Project {
  /** The folder of the repository. */
  root: string
  settings: Settings
  /** The URL of the site. */
  site: string
  /** The environment, with the PUBLIC_ variables of the build's .env files. */
  env: Env
  /** The PUBLIC_ variables that the pages read. */
  variables: string[]
}

export interface BuiltSite extends Pick<Project, 'root' | 'site'> {
  /** The folder of the built pages. */
  folder: string
}

export type Check<Of = Project> = (of: Of) => Problem[] | Promise<Problem[]>
