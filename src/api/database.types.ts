// Written by `npm run generate` from supabase/migrations: change the schema there.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[]

export type Database = {
  public: {
    Tables: {
      orders: {
        Row: {
          date: string
          estimated_delivery: string
          extras: NonNullable<Json>
          id: string
          items: NonNullable<Json>
          payment_method: string
          phone_key: string
          replaces: string | null
          search_text: string
          shipping_address: NonNullable<Json>
          status: Database['public']['Enums']['order_status']
          total: number
          tracking_history: NonNullable<Json>
          tracking_number: string | null
          version: number
        }
        ComputedFields: never
        Insert: {
          date?: string
          estimated_delivery: string
          extras?: NonNullable<Json>
          id: string
          items: NonNullable<Json>
          payment_method: string
          phone_key: string
          replaces?: string | null
          search_text?: string
          shipping_address: NonNullable<Json>
          status?: Database['public']['Enums']['order_status']
          total: number
          tracking_history?: NonNullable<Json>
          tracking_number?: string | null
          version?: number
        }
        Update: {
          date?: string
          estimated_delivery?: string
          extras?: NonNullable<Json>
          id?: string
          items?: NonNullable<Json>
          payment_method?: string
          phone_key?: string
          replaces?: string | null
          search_text?: string
          shipping_address?: NonNullable<Json>
          status?: Database['public']['Enums']['order_status']
          total?: number
          tracking_history?: NonNullable<Json>
          tracking_number?: string | null
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: 'orders_replaces_fkey'
            columns: ['replaces']
            isOneToOne: false
            referencedRelation: 'orders'
            referencedColumns: ['id']
          },
        ]
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      admin_act: { Args: { p?: Json }; Returns: Json }
      admin_add_target: { Args: { p?: Json }; Returns: Json }
      admin_batch: { Args: { p?: Json }; Returns: Json }
      admin_batches: { Args: { p?: Json }; Returns: Json }
      admin_change_courier: { Args: { p?: Json }; Returns: Json }
      admin_client: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_compare_statement: { Args: { p?: Json }; Returns: Json }
      admin_couriers: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_customer_acts: { Args: { p?: Json }; Returns: Json }
      admin_customers: { Args: { p?: Json }; Returns: Json }
      admin_dashboard: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_delete_message: { Args: { p_id: string }; Returns: Json }
      admin_erase_customer: { Args: { p?: Json }; Returns: Json }
      admin_evening: { Args: { p?: Json }; Returns: Json }
      admin_forget_devices: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_help_requests: { Args: { p?: Json }; Returns: Json }
      admin_mark_help_request: { Args: { p?: Json }; Returns: Json }
      admin_mark_message: { Args: { p_id: string; p_is_read: boolean }; Returns: Json }
      admin_match_lines: { Args: { p?: Json }; Returns: Json }
      admin_messages: { Args: { p?: Json }; Returns: Json }
      admin_next_order: { Args: { p?: Json }; Returns: Json }
      admin_notices: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_order: { Args: { p_id: string }; Returns: Json }
      admin_order_counts: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_orders: { Args: { p?: Json }; Returns: Json }
      admin_packable: { Args: { p?: Json }; Returns: Json }
      admin_parcels: { Args: { p?: Json }; Returns: Json }
      admin_pause: { Args: { p?: Json }; Returns: Json }
      admin_remove_target: { Args: { p?: Json }; Returns: Json }
      admin_resume: { Args: { p?: Json }; Returns: Json }
      admin_run_list: { Args: { p?: Json }; Returns: Json }
      admin_save_courier: { Args: { p?: Json }; Returns: Json }
      admin_save_template: { Args: { p?: Json }; Returns: Json }
      admin_see_order: { Args: { p?: Json }; Returns: Json }
      admin_stages: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_statement: { Args: { p?: Json }; Returns: Json }
      admin_statements: { Args: { p?: Json }; Returns: Json }
      admin_templates: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_test_target: { Args: { p?: Json }; Returns: Json }
      admin_undo_act: { Args: { p?: Json }; Returns: Json }
      admin_unread_messages: { Args: Record<PropertyKey, never>; Returns: Json }
      admin_whole_orders: { Args: { p?: Json }; Returns: Json }
      cancel_order: { Args: { p: Json }; Returns: Json }
      change_order: { Args: { p: Json }; Returns: Json }
      claim_notices: { Args: { p?: Json }; Returns: Json }
      confirm_order: { Args: { p: Json }; Returns: Json }
      find_order: { Args: { p: Json }; Returns: Json }
      get_order: { Args: { p_id: string; p_token?: string }; Returns: Json }
      place_order: { Args: { p: Json }; Returns: Json }
      report_notices: { Args: { p: Json }; Returns: Json }
      report_unsent_copy: { Args: { p: Json }; Returns: Json }
      request_help: { Args: { p: Json }; Returns: Json }
      send_message: { Args: { p: Json }; Returns: Json }
      shop_pauses: { Args: Record<PropertyKey, never>; Returns: Json }
      track_order: { Args: { p_id: string; p_token?: string }; Returns: Json }
      watch_order: { Args: { p: Json }; Returns: Json }
    }
    Enums: {
      order_status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled'
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}
