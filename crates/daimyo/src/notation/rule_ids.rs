//! The rules this program can cite. The rulebook tells each in words.

kernel::rule_ids! {
    R_0_1 = "0-1", R_0_2 = "0-2", R_0_4 = "0-4", D_ART_1 = "D-ART-1", D_ART_2 = "D-ART-2",
    D_ART_3 = "D-ART-3", D_DIS_1 = "D-DIS-1", D_DIS_2 = "D-DIS-2", D_DIS_3 = "D-DIS-3",
    D_DIS_4 = "D-DIS-4", D_DIS_5 = "D-DIS-5", D_DIS_6 = "D-DIS-6", D_DIS_7 = "D-DIS-7", D_DIS_8 = "D-DIS-8",
    D_DIS_9 = "D-DIS-9", D_FIR_3 = "D-FIR-3", D_FIR_4 = "D-FIR-4", D_FIR_5 = "D-FIR-5", D_FIR_6 = "D-FIR-6",
    D_FIR_7 = "D-FIR-7", D_FIR_F = "D-FIR-f", D_INI_1 = "D-INI-1", D_INI_2 = "D-INI-2", D_INI_3 = "D-INI-3",
    D_MEL_2 = "D-MEL-2", D_MEL_9 = "D-MEL-9", D_MEL_12 = "D-MEL-12", D_MEL_13 = "D-MEL-13",
    D_MEL_M = "D-MEL-m", D_MEL_W = "D-MEL-w", D_MOR_1 = "D-MOR-1", D_MOR_2 = "D-MOR-2", D_MOR_3 = "D-MOR-3",
    D_MOR_4 = "D-MOR-4", D_MOR_5 = "D-MOR-5", D_MOR_6 = "D-MOR-6", D_MOR_7 = "D-MOR-7", D_MOR_8 = "D-MOR-8",
    D_MOR_9 = "D-MOR-9", D_MOR_10 = "D-MOR-10", D_MOR_13 = "D-MOR-13", D_MOR_M1 = "D-MOR-m1",
    D_MOR_M2 = "D-MOR-m2", D_MOR_M3 = "D-MOR-m3", D_MOR_M4 = "D-MOR-m4", D_MOR_M5 = "D-MOR-m5",
    D_MOR_M6 = "D-MOR-m6", D_MOR_M7 = "D-MOR-m7", D_MOR_M8 = "D-MOR-m8", D_MOR_M9 = "D-MOR-m9",
    D_MOR_M10 = "D-MOR-m10", D_MOR_M11 = "D-MOR-m11", D_MOR_M12 = "D-MOR-m12", D_MOR_M13 = "D-MOR-m13",
    D_MOV_1 = "D-MOV-1", D_MOV_2 = "D-MOV-2", D_OBE_1 = "D-OBE-1", D_SC1 = "D-SC1",
    D_SEQ_A1 = "D-SEQ-A1", D_SEQ_A2 = "D-SEQ-A2", D_SEQ_B1 = "D-SEQ-B1", D_SEQ_B1B = "D-SEQ-B1b",
    D_SEQ_B2 = "D-SEQ-B2", D_SEQ_B3 = "D-SEQ-B3", D_SEQ_B4 = "D-SEQ-B4", D_SEQ_B5 = "D-SEQ-B5",
    D_SEQ_C2 = "D-SEQ-C2", D_SEQ_C4 = "D-SEQ-C4", D_SEQ_C5 = "D-SEQ-C5", D_VIC_1 = "D-VIC-1", R_2_3 = "2.3",
    R_2_4 = "2.4", R_2_5 = "2.5", R_2_6 = "2.6", R_4_1 = "4.1", R_5_1 = "5.1", R_5_2 = "5.2", R_5_3 = "5.3",
    R_5_4 = "5.4", R_5_5 = "5.5", R_5_6 = "5.6", R_5_8 = "5.8", R_5_10 = "5.10", R_6_1 = "6.1",
    R_6_2 = "6.2", R_6_3 = "6.3", R_6_5 = "6.5", R_6_6 = "6.6", R_6_7 = "6.7", R_7_1 = "7.1", R_7_4 = "7.4",
    R_7_5 = "7.5", R_7_6 = "7.6", R_8_1 = "8.1", R_8_4 = "8.4", R_8_5 = "8.5", R_8_6 = "8.6", R_8_7 = "8.7",
    R_8_8 = "8.8", R_8_9 = "8.9", R_8_10 = "8.10", R_8_11 = "8.11", R_9_1 = "9.1", R_9_2 = "9.2",
    R_9_3 = "9.3", R_9_4 = "9.4", R_9_5 = "9.5", R_10_1 = "10.1", R_10_2 = "10.2", R_10_4 = "10.4",
    R_11_1 = "11.1", R_13_2 = "13.2", R_13_6 = "13.6", R_13_7 = "13.7", R_13_8 = "13.8",
}

/// Rules that the scene explains, but that cause nothing by themselves.
pub const D_CMD_1: kernel::Rule = kernel::Rule("D-CMD-1");
pub const D_MOR_RES: kernel::Rule = kernel::Rule("D-MOR-res");
